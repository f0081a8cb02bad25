const actions: Readonly<Record<string, string>> = {
  owner: 'owns',
  maintainer: 'maintains',
  lead: 'leads',
  leader: 'leads',
  head: 'leads',
  chair: 'chairs',
  chairperson: 'chairs',
  manager: 'manages',
};
/** `The owner of X is Nadia` says that she owns it. */
export const withHolderFirst = (sentence: string): string =>
  sentence.replace(
    /^(?:The|Our) (owner|maintainer|lead|leader|head|chair|chairperson|manager) (?:of|for) ([^,.]{3,60}) is ((?:\p{Lu}[\p{L}'-]+ ?){1,3})(?=\.?$)/u,
    (_, role: string, matter: string, name: string) => `${name} ${actions[role]} ${matter}`,
  );

/** `Nadia is the owner of X` names her as `The owner of X is Nadia` does. */
export const withRoleFirst = (sentence: string): string =>
  sentence.replace(
    /^((?:\p{Lu}[\p{L}'-]+ ){1,3})is (the|our) ([^,.]{4,80})(?=\.?$)/u,
    (_, name: string, article: string, role: string) =>
      `${article === 'the' ? 'The' : 'Our'} ${role} is ${name.trim()}`,
  );
