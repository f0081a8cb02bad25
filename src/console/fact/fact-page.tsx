export function FactPage() {
  return null;
}
