import { mkdirSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { type OpenTelemetryConfig, openTelemetryConfig } from './open-telemetry-config.ts'
import { secretFile } from './secret-file.ts'
import { type EffectiveSettings, originOf, readServerSettings, redactedValue } from './settings.ts'
import { StartError } from './start-error.ts'

/** All settings of the operator, read once at startup. Only this module reads `process.env`. */
export type Config = {
  /** `PORT`: port to listen on, 4400 by default. 0 takes any free port. */
  port: number
  /** `HOST`: address to listen on, 127.0.0.1 by default. */
  host: string
  /** `DATABASE_URL`: PostgreSQL 15 or newer. Default: an embedded one in the data folder. */
  databaseUrl: string | undefined
  /**
   * `DATABASE_POOL`: maximum connections for requests, half of them for changes, 10 by default. The server itself uses
   * up to 12 more.
   */
  databasePool: number
  /** `DATABASE_READ_URL`: a read replica for data that may be seconds old. */
  databaseReadUrl: string | undefined
  /** `FANION_MEASURE_URL`: a ClickHouse for events and exposures. Default: the database. */
  measureUrl: string | undefined
  /** `FANION_DATA_DIR`: the data folder, `.fanion` by default. */
  dataDir: string
  /** `FANION_PUBLIC_URL`: URL that users and applications use to reach this server, if it is behind a proxy. */
  publicUrl: string | undefined
  /**
   * `FANION_SECRET`: signs and seals what this server must verify later. Default: generated and stored in the data
   * folder.
   */
  secret: string
  /** `FANION_SECRET_PREVIOUS`: the old secret during a rotation of `FANION_SECRET`. It opens values that it sealed. */
  secretPrevious: string | undefined
  /** `FANION_SIGNING_KEY`: derives the key that signs datafiles. Default: derived from `FANION_SECRET`. */
  signingKey: string | undefined
  /** `FANION_BACKUP_PASSPHRASE`: encrypts backups, and decrypts them for `fanion restore`. */
  backupPassphrase: string | undefined
  /** `FANION_METRICS_TOKEN`: gives access to `/metrics` from other machines. */
  metricsToken: string | undefined
  /** `FANION_TRUST_PROXY`: number of trusted proxies in front, or their networks. 0: none. */
  trustProxy: number | readonly Network[]
  /** `SMTP_URL`: the mail server, for example smtp://user:password@mail.example.com:587. */
  smtpUrl: string | undefined
  /** `MAIL_FROM`: sender of emails. Required with `SMTP_URL`. */
  mailFrom: string
  /** `FANION_ALLOW_PRIVATE_ADDRESSES`: `1` allows webhooks and sign-in providers at private and loopback addresses. */
  allowPrivateAddresses: boolean
  /** `FANION_ALLOW_HOSTS`: hosts at private addresses that requests may go to, as comma-separated host:port. */
  allowHosts: readonly string[]
  /** `FANION_REQUESTS_PER_MINUTE`: limit of management API requests per address, 12,000 by default. 0: no limit. */
  requestsPerMinute: number
  /** `FANION_STREAMS_PER_ADDRESS`: limit of open streams per address on this server, 2,000 by default. 0: no limit. */
  streamsPerAddress: number
  /**
   * `FANION_STREAM_MAX_MINUTES`: streams end at a random age between half of this and all of it, 40 by default. 0:
   * never.
   */
  streamMaxAgeMs: number
  /**
   * `FANION_REPORT_GRACE_MINUTES`: how long experiments wait for reports that SDKs buffered while the server was down,
   * 10 by default.
   */
  reportGraceMs: number
  /** `FANION_FLAGD_PORT`: gRPC port for flagd's providers. Default: none. */
  flagdPort: number
  /** `FANION_FLAGD_CERT`, `FANION_FLAGD_KEY`: files with the TLS certificate and key of that port. Default: no TLS. */
  flagdCert: string | undefined
  flagdKey: string | undefined
  /** `FANION_UPSTREAM`: the server or relay that `fanion relay` connects to. */
  upstream: string | undefined
  /** `FANION_RELAY_KEYS`: a server key of each environment that a relay serves, comma-separated. */
  relayKeys: readonly string[]
  /** `FANION_SNAPSHOT`: a file from `fanion snapshot` that a relay serves if it has no upstream. */
  snapshot: string | undefined
  /** `FANION_PUBLIC_KEYS`: public keys that may have signed that file, comma-separated. */
  publicKeys: readonly string[]
  /** `FANION_DRAIN_SECONDS`: how long a stopping server keeps serving while `/readyz` fails, 0 by default. */
  drainMs: number
  /**
   * Whether the first visit requires the set-up token, because strangers could reach the server: it listens beyond
   * loopback, or has a public URL.
   */
  guardsSetUp: boolean
  /** `LOG_LEVEL`: `silent`, `error`, `warn`, `info` or `debug`. Default: `warn`. */
  logLevel: string
  /** `OTEL_…`: where to send traces and log lines. Default: nowhere. */
  openTelemetry: OpenTelemetryConfig | undefined
  /** A warning about each variable that looks like a setting but is none. */
  strays: readonly string[]
}

/** A network: its first address and prefix length. */
type Network = { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' }

const levels = ['silent', 'error', 'warn', 'info', 'debug']

/**
 * Reads the configuration from the options of `fanion start`, the environment, and the files named by `…_FILE`. Throws
 * with the variable's name and what it should be. `moreKeys` come from `fanion relay --key`. Generates a missing
 * secret.
 */
export function readConfig(
  env: NodeJS.ProcessEnv = process.env,
  options: readonly string[] = [],
  moreKeys: readonly string[] = [],
): Config {
  const { config } = withSettings(options, env)
  const keys = [...config.relayKeys, ...relayKeys(moreKeys.join())]
  return { ...config, relayKeys: [...new Set(keys)], secret: config.secret || keptSecret(config.dataDir) }
}

/** Like {@link readConfig}, with the source of each value, and without side effects: a missing secret is empty. */
export function withSettings(
  options: readonly string[],
  variables: NodeJS.ProcessEnv = process.env,
): { config: Config; given: EffectiveSettings } {
  const given = readServerSettings(options, variables)
  return { config: { ...configOf(given.env), strays: given.strays }, given }
}

/** `FANION_KEY`: the server key with which `fanion doctor` opens a stream. */
export const doctorsKey = ({ FANION_KEY: key }: NodeJS.ProcessEnv = process.env): string | undefined => key || undefined

/** `NODE_OPTIONS`, which Node itself reads. */
export const nodeOptions = ({ NODE_OPTIONS: options }: NodeJS.ProcessEnv = process.env): string => options ?? ''

/** Sets environment variables for OpenTelemetry's SDK, which reads them itself, from options and files. */
export const setVariables = ({ variables }: OpenTelemetryConfig): void => void Object.assign(process.env, variables)

function configOf(env: NodeJS.ProcessEnv): Omit<Config, 'strays'> {
  const dataDir = path.resolve(env['FANION_DATA_DIR'] || '.fanion')
  const logLevel = env['LOG_LEVEL'] || 'warn'
  if (!levels.includes(logLevel))
    throw new StartError(`LOG_LEVEL is "${redactedValue(logLevel)}"; use one of ${levels.join(', ')}.`)
  const host = env['HOST'] || '127.0.0.1'
  return {
    port: wholeNumber(env, 'PORT', 4400, 0, 65_535),
    host,
    guardsSetUp: !isLoopback(host) || Boolean(env['FANION_PUBLIC_URL']),
    databaseUrl: databaseUrl('DATABASE_URL', env['DATABASE_URL']),
    databaseReadUrl: databaseUrl('DATABASE_READ_URL', env['DATABASE_READ_URL']),
    databasePool: wholeNumber(env, 'DATABASE_POOL', 10, 1, 500),
    measureUrl: measureUrl(env['FANION_MEASURE_URL']),
    dataDir,
    publicUrl: publicUrl(env['FANION_PUBLIC_URL']),
    secret: env['FANION_SECRET'] ?? '',
    secretPrevious: env['FANION_SECRET_PREVIOUS'] || undefined,
    signingKey: signingKey(env['FANION_SIGNING_KEY']),
    backupPassphrase: env['FANION_BACKUP_PASSPHRASE'] || undefined,
    metricsToken: env['FANION_METRICS_TOKEN'] || undefined,
    requestsPerMinute: wholeNumber(env, 'FANION_REQUESTS_PER_MINUTE', 12_000, 0, 100_000_000),
    streamsPerAddress: wholeNumber(env, 'FANION_STREAMS_PER_ADDRESS', 2_000, 0, 100_000_000),
    streamMaxAgeMs: wholeNumber(env, 'FANION_STREAM_MAX_MINUTES', 40, 0, 100_000) * 60_000,
    reportGraceMs: wholeNumber(env, 'FANION_REPORT_GRACE_MINUTES', 10, 0, 1_440) * 60_000,
    flagdPort: wholeNumber(env, 'FANION_FLAGD_PORT', 0, 0, 65_535),
    flagdCert: env['FANION_FLAGD_CERT'] || undefined,
    flagdKey: env['FANION_FLAGD_KEY'] || undefined,
    drainMs: wholeNumber(env, 'FANION_DRAIN_SECONDS', 0, 0, 3_600) * 1_000,
    upstream: upstream(env['FANION_UPSTREAM']),
    snapshot: env['FANION_SNAPSHOT'] || undefined,
    publicKeys: publicKeys(env['FANION_PUBLIC_KEYS']),
    relayKeys: relayKeys(env['FANION_RELAY_KEYS']),
    smtpUrl: smtpUrl(env),
    mailFrom: env['MAIL_FROM'] ?? '',
    allowPrivateAddresses: isOn(env, 'FANION_ALLOW_PRIVATE_ADDRESSES'),
    allowHosts: allowHosts(env['FANION_ALLOW_HOSTS']),
    trustProxy: trustProxy(env['FANION_TRUST_PROXY']),
    logLevel,
    openTelemetry: openTelemetryConfig(env),
  }
}

/** Whether only programs on this machine can connect. */
const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

function wholeNumber(env: NodeJS.ProcessEnv, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name]
  if (!text) return otherwise
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new StartError(`${name} is "${redactedValue(text)}"; use a whole number from ${min} to ${max}.`)
}

function isOn(env: NodeJS.ProcessEnv, name: string): boolean {
  const text = env[name] || '0'
  if (text === '0' || text === '1') return text === '1'
  throw new StartError(`${name} is "${redactedValue(text)}"; use 1 for on, or 0 for off.`)
}

function databaseUrl(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw new StartError(`${name} is not a PostgreSQL address; use postgres://user:password@host:5432/database.`)
}

function measureUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^clickhouses?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '') return text
  throw new StartError(
    'FANION_MEASURE_URL is not a ClickHouse address; use clickhouse://user:password@host:8123/fanion.',
  )
}

function smtpUrl(env: NodeJS.ProcessEnv): string | undefined {
  const text = env['SMTP_URL']
  if (!text) return undefined
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) {
    throw new StartError('SMTP_URL is not a mail server; use smtp://user:password@mail.example.com:587.')
  }
  if (!/^\S+@\S+$|<\S+@\S+>$/.test(env['MAIL_FROM'] ?? '')) {
    throw new StartError('SMTP_URL needs a sender: set MAIL_FROM to an address such as fanion@example.com.')
  }
  return text
}

function publicUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  const origin = originOf(text)
  if (origin !== undefined) return origin
  throw new StartError(
    `FANION_PUBLIC_URL is "${redactedValue(text)}"; use an address such as https://flags.example.com.`,
  )
}

function signingKey(text: string | undefined): string | undefined {
  if (!text || text.length >= 32) return text || undefined
  // The value is not printed: it may be a secret.
  throw new StartError('FANION_SIGNING_KEY is too short; make one with fanion signing-key new.')
}

function upstream(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^https?:\/\/[^\s?#@]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new StartError(
    `FANION_UPSTREAM is "${redactedValue(text)}"; use the address of a server, such as https://flags.example.com.`,
  )
}

function relayKeys(text: string | undefined): readonly string[] {
  const keys = (text ?? '').split(',').flatMap((one) => one.trim() || [])
  if (keys.every((key) => /^fan_(srv|cli)_[\w-]{43}$/.test(key))) return [...new Set(keys)]
  // The value is not printed: it may be a secret.
  throw new StartError('FANION_RELAY_KEYS holds what is no SDK key; use fan_srv_… keys with commas between.')
}

function publicKeys(text: string | undefined): readonly string[] {
  const keys = (text ?? '').split(',').flatMap((one) => one.trim() || [])
  if (keys.every((key) => /^ed25519:[\w-]{43}$/.test(key))) return keys
  throw new StartError(
    `FANION_PUBLIC_KEYS is "${redactedValue(text)}"; use keys as fanion signing-key prints them, commas between.`,
  )
}

function allowHosts(text: string | undefined): readonly string[] {
  const hosts = (text ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || [])
  const isPort = (text = '') => Number(text) > 0 && Number(text) <= 65_535
  if (hosts.every((one) => /^[^\s/@[\]]+:\d{1,5}$/.test(one) && isPort(one.split(':').at(-1)))) return hosts
  throw new StartError(
    `FANION_ALLOW_HOSTS is "${redactedValue(text)}"; use hosts with their ports, commas between, such as db.internal:5432,prometheus:9090.`,
  )
}

function trustProxy(text: string | undefined): Config['trustProxy'] {
  if (!text) return 0
  if (/^\d{1,2}$/.test(text)) return Number(text)
  return text.split(',').map((one) => {
    const [address = '', bits, ...more] = one.trim().split('/')
    const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    const prefix = bits === undefined ? most : Number(bits)
    const isPrefix = bits === undefined || /^\d{1,3}$/.test(bits)
    if (most > 0 && isPrefix && prefix <= most && more.length === 0)
      return { address, prefix, family: most === 32 ? 'ipv4' : 'ipv6' }
    throw new StartError(
      `FANION_TRUST_PROXY is "${redactedValue(text)}"; use how many proxies stand in front, such as 1, or their networks, such as ` +
        '10.0.0.0/8,fd00::/8.',
    )
  })
}

function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    return secretFile(file, 32)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new StartError(
      `Can’t use the data folder ${dataDir} (${code}). Give it to the user that Fanion runs as, free space on its disk, or ` +
        'choose another with FANION_DATA_DIR.',
      { cause: error },
    )
  }
}
