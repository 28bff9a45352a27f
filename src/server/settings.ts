import { readFileSync } from 'node:fs'
import { nearest } from '../shared/lint/near.ts'
import { StartError } from './start-error.ts'

/** A setting of the operator: set by a variable, by a file if it is secret, or by an option of `fanion start`. */
export type Setting = {
  /** Name of the variable. */
  readonly name: string
  /** The default, as `fanion config` prints it. */
  readonly unset: string
  /** Never printed, and passed as a file instead of an option, because other users of the machine can read options. */
  readonly secret?: true
}

/** An unknown option, or one without a value. Printed with the usage. */
export class OptionError extends StartError {
  override readonly name = 'OptionError'
}

/** All settings, in the order of docs/settings.md. For their meaning and parsing, see `config.ts`. */
export const settings: readonly Setting[] = [
  { name: 'PORT', unset: '4400' },
  { name: 'HOST', unset: '127.0.0.1' },
  { name: 'DATABASE_URL', unset: 'an embedded PostgreSQL in the data folder', secret: true },
  { name: 'DATABASE_POOL', unset: '10' },
  { name: 'DATABASE_READ_URL', unset: 'the database', secret: true },
  { name: 'FANION_MEASURE_URL', unset: 'the database', secret: true },
  { name: 'FANION_DATA_DIR', unset: '.fanion' },
  { name: 'FANION_PUBLIC_URL', unset: 'the address it listens on' },
  { name: 'FANION_SECRET', unset: 'the file “secret” in the data folder', secret: true },
  { name: 'FANION_SECRET_PREVIOUS', unset: 'none', secret: true },
  { name: 'FANION_TRUST_PROXY', unset: 'off' },
  { name: 'FANION_REQUESTS_PER_MINUTE', unset: '12000' },
  { name: 'FANION_FLAGD_PORT', unset: 'none' },
  { name: 'FANION_FLAGD_CERT', unset: 'none' },
  { name: 'FANION_FLAGD_KEY', unset: 'none' },
  { name: 'FANION_STREAMS_PER_ADDRESS', unset: '2000' },
  { name: 'FANION_STREAM_MAX_MINUTES', unset: '40' },
  { name: 'FANION_REPORT_GRACE_MINUTES', unset: '10' },
  { name: 'FANION_SIGNING_KEY', unset: 'the secret', secret: true },
  { name: 'FANION_BACKUP_PASSPHRASE', unset: 'none', secret: true },
  { name: 'FANION_METRICS_TOKEN', unset: 'none', secret: true },
  { name: 'FANION_DRAIN_SECONDS', unset: '0' },
  { name: 'FANION_ALLOW_PRIVATE_ADDRESSES', unset: 'off' },
  { name: 'FANION_ALLOW_HOSTS', unset: 'none' },
  { name: 'FANION_UPSTREAM', unset: 'none' },
  { name: 'FANION_RELAY_KEYS', unset: 'none', secret: true },
  { name: 'FANION_SNAPSHOT', unset: 'none' },
  { name: 'FANION_PUBLIC_KEYS', unset: 'none' },
  { name: 'SMTP_URL', unset: 'none', secret: true },
  { name: 'MAIL_FROM', unset: 'none' },
  { name: 'LOG_LEVEL', unset: 'warn' },
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', unset: 'none' },
  { name: 'OTEL_EXPORTER_OTLP_HEADERS', unset: 'none', secret: true },
  { name: 'OTEL_SERVICE_NAME', unset: 'fanion' },
  { name: 'OTEL_TRACES_EXPORTER', unset: 'none' },
  { name: 'OTEL_LOGS_EXPORTER', unset: 'none' },
]

/** The variable that names a file with a secret's value. */
export const fileVariable = ({ name }: Setting): string => `${name}_FILE`

/** The option of `fanion start`: `--public-url` for FANION_PUBLIC_URL, `--secret-file` for a secret. */
export const optionOf = (setting: Setting): string => {
  const variable = setting.secret ? fileVariable(setting) : setting.name
  return `--${variable
    .replace(/^FANION_/, '')
    .replaceAll('_', '-')
    .toLowerCase()}`
}

/** The effective values by variable, and the source of each value that was set. */
export type EffectiveSettings = {
  readonly env: NodeJS.ProcessEnv
  readonly from: ReadonlyMap<string, string>
  /** A warning about each variable that looks like a setting but is none. */
  readonly strays: readonly string[]
}

/**
 * Reads the settings: options override variables, and variables override files. Surrounding whitespace is trimmed and
 * blank values count as unset, except for secrets, which are used as they are. Throws with a correction for an unknown
 * option, one without a value, or an unreadable file.
 */
export function readServerSettings(options: readonly string[], variables: NodeJS.ProcessEnv): EffectiveSettings {
  const env = { ...variables }
  for (const setting of settings)
    for (const name of setting.secret ? [setting.name, fileVariable(setting)] : [setting.name])
      if (env[name] !== undefined) env[name] = valueOf(env[name], setting.secret === true)
  const asked = { ...env }
  const from = new Map<string, string>()
  const byOption = new Map(settings.map((setting) => [optionOf(setting), setting]))
  for (const setting of settings) if (env[setting.name]) from.set(setting.name, 'variable')
  for (let at = 0; at < options.length; at += 1) {
    const [option, inline] = splitOnce(options[at] ?? '')
    const setting = byOption.get(option)
    if (setting === undefined) throw new OptionError(noOption(option, [...byOption.keys()]))
    const value = valueOf(inline ?? options[(at += 1)] ?? '', false)
    if (!value || (inline === undefined && value.startsWith('--'))) throw new OptionError(`${option} needs a value.`)
    asked[setting.secret ? fileVariable(setting) : setting.name] = value
    if (setting.secret) delete asked[setting.name]
    from.set(setting.name, option)
  }
  for (const setting of settings.filter(({ secret, name }) => secret && !asked[name])) {
    const file = asked[fileVariable(setting)]
    if (!file) continue
    asked[setting.name] = contentOf(file, from.get(setting.name) ?? fileVariable(setting))
    if (!from.get(setting.name)?.startsWith('--')) from.set(setting.name, `${fileVariable(setting)} (${file})`)
  }
  return { env: asked, from, strays: [...straysAmong(Object.keys(variables)), ...unusedOf(asked)] }
}

const valueOf = (text: string, isSecret: boolean): string => (isSecret && text.trim() !== '' ? text : text.trim())

/** Redacts a value for messages: the part before an @ may contain a password. */
export const redactedValue = (text: string | undefined): string => (text ?? '').replace(/^.*@/s, '…@')

/** Variables of our other programs, and those that Kubernetes sets for a service of that name. */
const others = /^FANION_(KEY|URL|TOKEN|OVERRIDES|SERVER_KEY|CLIENT_KEY|PORT|PORT_.*|SERVICE_.*)$/

/** Warns about variables that resemble settings but are not read. */
function straysAmong(names: readonly string[]): string[] {
  const files = settings.flatMap((setting) => (setting.secret ? [fileVariable(setting)] : []))
  const known = [...settings.map(({ name }) => name), ...files]
  return names.flatMap((name) => {
    if (!/^FANION_?./i.test(name) || known.includes(name) || others.test(name)) return []
    const open = settings.find((setting) => !setting.secret && fileVariable(setting) === name)
    if (open) return [`${name} isn’t read: only secrets come from files. Set ${open.name}.`]
    const bare = name.replace(/^FANION_/i, '')
    const meant = nearest(name, known) ?? known.find((one) => one === bare)
    return meant === undefined ? [] : [`${name} is no setting, and isn’t read. Did you mean ${meant}?`]
  })
}

/** The origin of a web URL. Undefined if it is not one. */
export const originOf = (text: string): string | undefined =>
  /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).origin : undefined

/** Warns about ignored parts of a setting: everything in the public URL after its origin. */
function unusedOf({ FANION_PUBLIC_URL: text = '' }: NodeJS.ProcessEnv): string[] {
  const origin = originOf(text)
  if (origin === undefined || new URL(text).href === `${origin}/`) return []
  return [`Of FANION_PUBLIC_URL only ${origin} is used: Fanion stands at the root of its host. Set that alone.`]
}

const splitOnce = (text: string): [string, string?] => {
  const at = text.indexOf('=')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

const noOption = (option: string, known: readonly string[]): string => {
  const secret = settings.find((setting) => setting.secret && optionOf(setting) === `${option}-file`)
  if (secret) {
    return `${option} would be readable by others on this machine. Set ${secret.name}, or ${optionOf(secret)} to a file that holds it.`
  }
  const near = nearest(option, known)
  return `There is no option ${option}.${near === undefined ? '' : ` Did you mean ${near}?`} fanion config lists them all.`
}

function contentOf(file: string, named: string): string {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text !== '') return text
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new StartError(`${named} is ${file}, which can’t be read (${code}). Name a file that holds the value.`, {
      cause: error,
    })
  }
  throw new StartError(`${named} is ${file}, which is empty. Name a file that holds the value.`)
}
