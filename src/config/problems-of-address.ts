/** The parameters of a PostgreSQL address that are obeyed, as libpq describes them; `passwordfile` is Vouch's own. */
const parameters = [
  'user',
  'password',
  'passwordfile',
  'host',
  'port',
  'application_name',
  'fallback_application_name',
  'options',
  'connect_timeout',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
] as const;

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

const isIn = (list: readonly string[], name: string): boolean => list.includes(name);

const parametersOf = (url: string): URLSearchParams => new URL(url.replace('@/', '@localhost/')).searchParams;

/** Why an address cannot be obeyed, each in a sentence that repeats no value but names of parameters and modes; none: it can. */
export const problemsOfAddress = (variable: string, url: string): string[] => {
  const given = parametersOf(url);
  const unknown = [...new Set(given.keys())].filter((name) => !isIn(parameters, name));
  const mode = given.get('sslmode');
  const timeout = given.get('connect_timeout');
  return [
    ...(given.has('passwordfile') &&
    (given.has('password') || new URL(url.replace('@/', '@localhost/')).password !== '')
      ? [`${variable} has a password and a passwordfile: give one of them.`]
      : []),
    ...unknown.map(
      (name) =>
        `${variable} has the parameter ${name.slice(0, 40)}, which is not obeyed: leave it out, or use one of ${parameters.join(', ')}.`,
    ),
    ...(mode === null || isIn(sslModes, mode)
      ? []
      : [`${variable} has an sslmode that is not obeyed: write one of ${sslModes.join(', ')}.`]),
    ...(mode === 'verify-ca' && !given.has('sslrootcert')
      ? [
          `${variable} has sslmode=verify-ca without sslrootcert: name the file of the authority's certificate.`,
        ]
      : []),
    ...(mode === 'disable' ||
    mode !== null ||
    !['sslrootcert', 'sslcert', 'sslkey'].some((name) => given.has(name))
      ? []
      : [`${variable} names a certificate without sslmode: add sslmode=verify-full.`]),
    ...(timeout === null || /^[1-9]\d{0,2}$/.test(timeout)
      ? []
      : [`${variable} has a connect_timeout that is no number of seconds from 1 to 999.`]),
  ];
};
