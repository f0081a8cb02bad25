/** Names by the kind of thing that they name: where one of a kind holds, no other of it does. */
const kinds: Readonly<Record<string, string>> = {
  'programming language': `typescript javascript python java kotlin scala go golang rust c c++ c# ruby php perl elixir erlang
    haskell ocaml swift objective-c dart lua julia clojure groovy zig bash r cobol fortran`,
  database: `postgresql postgres mysql mariadb sqlite oracle mssql sqlserver mongodb couchdb cassandra scylladb dynamodb cockroachdb
    spanner redis memcached valkey elasticsearch opensearch clickhouse snowflake bigquery redshift neo4j influxdb timescaledb
    firestore etcd rocksdb duckdb bigtable h2 dgraph`,
  'message broker': 'kafka rabbitmq nats pulsar sqs sns activemq kinesis pubsub zeromq mqtt redpanda',
  cloud: 'aws gcp azure heroku digitalocean hetzner vercel netlify cloudflare render fly.io linode ovh',
  'user interface framework':
    'react vue angular svelte solid ember preact jquery backbone lit qwik nextjs nuxt',
  'web framework':
    'express fastify koa nestjs django flask fastapi rails sinatra laravel symfony spring gin fiber actix axum phoenix',
  orchestrator: 'kubernetes k8s nomad mesos swarm ecs openshift',
  'build service': 'jenkins circleci travis teamcity buildkite bamboo drone tekton bitrise appveyor',
  'build tool': 'webpack vite rollup esbuild parcel turbopack bazel gradle maven make cmake ant meson buck',
  'package manager': 'npm yarn pnpm bun pip poetry pipenv uv conda cargo',
  'test framework':
    'jest vitest mocha jasmine ava pytest unittest junit testng rspec cypress playwright selenium',
  'formatting tool': 'prettier biome eslint black ruff rubocop gofmt checkstyle standardjs',
  'interface style': 'rest graphql grpc soap json-rpc odata thrift',
  'data format': 'json xml yaml toml csv protobuf avro parquet msgpack bson cbor ini',
  'identity protocol': 'saml oauth oauth2 oidc ldap kerberos',
  algorithm:
    'bcrypt argon2 argon2id scrypt pbkdf2 md5 sha-1 sha1 sha-256 sha256 sha-512 sha512 blake2 blake3',
  cipher: 'aes-128 aes-256 aes chacha20 des 3des blowfish rsa ed25519 ecdsa',
  licence: 'mit apache-2.0 gpl gpl-3.0 gplv2 gplv3 lgpl agpl bsd mpl bsl isc unlicense',
  'infrastructure tool': 'terraform pulumi cloudformation ansible chef puppet opentofu saltstack cdk',
  'monitoring tool': 'datadog prometheus newrelic dynatrace zabbix nagios splunk honeycomb',
  'error tracker': 'sentry rollbar bugsnag honeybadger airbrake raygun glitchtip',
  'feature flag service': 'launchdarkly unleash flagsmith growthbook configcat flipt flipper',
  'artefact store': 'artifactory nexus cloudsmith packagecloud',
  'help desk': 'zendesk freshdesk intercom helpscout zammad otrs',
  'mail service': 'mailgun sendgrid postmark mailchimp mandrill sparkpost ses mailjet brevo',
  'page generator': 'docusaurus mkdocs sphinx vitepress gitbook hugo jekyll antora gatsby eleventy',
  'secret store': 'vault doppler infisical 1password bitwarden',
  'payment provider': 'stripe adyen paypal braintree mollie klarna',
  'identity provider': 'keycloak auth0 okta cognito zitadel authentik',
  'video service': 'zoom webex jitsi skype bigbluebutton',
  'log format': 'logfmt syslog gelf',
  'version control': 'git svn subversion mercurial perforce cvs',
  'code host': 'github gitlab bitbucket gitea',
  chat: 'slack teams discord mattermost zulip',
  tracker: 'jira linear asana trello youtrack redmine bugzilla',
  'delivery channel': 'post email e-mail fax sms courier phone letter telegram whatsapp',
  colour: 'red blue green yellow black white orange purple grey gray brown pink cyan magenta turquoise',
  city: `london paris berlin dublin frankfurt amsterdam madrid rome vienna zurich oslo stockholm copenhagen helsinki warsaw lisbon
    prague brussels munich hamburg tokyo osaka seoul beijing shanghai sydney melbourne mumbai toronto montreal vancouver boston
    chicago seattle denver austin`,
  country: `ireland germany france spain italy netherlands sweden norway finland denmark switzerland austria belgium poland portugal
    india japan china canada australia brazil us usa uk`,
  continent: 'eu europe america asia africa',
  'cloud region': `us-east-1 us-east-2 us-west-1 us-west-2 eu-west-1 eu-west-2 eu-west-3 eu-central-1 eu-north-1 ap-southeast-1
    ap-southeast-2 ap-northeast-1 europe-west1 europe-west4 us-central1`,
  'natural language':
    'english german french spanish italian dutch portuguese polish japanese chinese korean swedish danish norwegian',
  'merging way': 'squash rebase fast-forward',
  'branch name': 'main master trunk develop',
  'time zone': 'utc gmt cet cest est pst edt pdt ist jst',
  currency: 'euro euros dollar dollars pounds yen francs eur usd gbp jpy chf',
  material:
    'steel aluminium aluminum brass copper titanium plastic wood concrete iron bronze zinc nylon carbon',
  fuel: 'diesel petrol gasoline electric electricity hydrogen lpg propane kerosene',
  'web server': 'nginx apache caddy traefik haproxy envoy iis',
  'operating system': 'linux windows macos ubuntu debian alpine fedora centos rhel freebsd',
  severity: 'debug info warning warn error fatal trace',
  encoding: 'utf-8 utf8 utf-16 latin-1 ascii iso-8859-1',
  role: 'admins administrators admin editors editor viewers viewer owners owner maintainers maintainer contributors contributor reviewers reviewer moderators guests managers developers',
};

const kindByName = new Map(
  Object.entries(kinds).flatMap(([kind, names]) =>
    names
      .split(/\s+/)
      .filter(Boolean)
      .map((name) => [name, kind] as const),
  ),
);

/** Other spellings of one name. */
const sameName = new Map(
  [
    'postgresql postgres',
    'go golang',
    'kubernetes k8s',
    'grey gray',
    'aluminium aluminum',
    'utf-8 utf8',
    'sha-256 sha256',
    'sha-512 sha512',
    'sha-1 sha1',
    'us usa',
    'euro euros eur',
    'dollar dollars usd',
    'admins administrators admin',
    'editors editor',
    'viewers viewer',
    'owners owner',
    'maintainers maintainer',
    'contributors contributor',
    'reviewers reviewer',
    'warning warn',
    'svn subversion',
    'oauth oauth2',
    'electric electricity',
    'utc gmt',
  ].flatMap((line) => {
    const [first = '', ...others] = line.split(' ');
    return others.map((other) => [other, first] as const);
  }),
);

/** Kind of thing that a lower-case word names; null when no table has it. */
export const kindOfValue = (word: string): string | null => kindByName.get(word) ?? null;
export const isSameValue = (one: string, other: string): boolean =>
  (sameName.get(one) ?? one) === (sameName.get(other) ?? other);
