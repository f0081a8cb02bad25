/** A phrase that opens a sentence, up to its comma, says where or when: it stands behind as well. */
export const withOpeningBehind = (sentence: string): string => {
  const opening =
    /^((?:in|on|at|for|by|during|within|after|before|under|when|if|while|once|until|since|from|with) [^,]{2,80}), (.+?)([.!]?)$/.exec(
      sentence,
    );
  return opening ? `${opening[2]} ${opening[1]}${opening[3]}` : sentence;
};

/** `Nadia is the owner of X` names her as `The owner of X is Nadia` does. */
export const withRoleFirst = (sentence: string): string =>
  sentence.replace(
    /^((?:\p{Lu}[\p{L}'-]+ ){1,3})is (the|our) ([^,.]{4,80})(?=\.?$)/u,
    (_, name: string, article: string, role: string) =>
      `${article === 'the' ? 'The' : 'Our'} ${role} is ${name.trim()}`,
  );
