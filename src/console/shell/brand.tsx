import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react';

export function Brand({ size }: { readonly size: number }) {
  return <IconRosetteDiscountCheckFilled size={size} color="var(--mantine-color-indigo-6)" aria-hidden />;
}
