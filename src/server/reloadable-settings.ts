import type { Config } from './config.ts'
import type { DatabaseAddress } from './platform/db/address.ts'
import type { Log } from './platform/kernel/ctx.ts'

/** Settings that a running server can reload, with their variables. */
const reloadable = {
  databaseUrl: 'DATABASE_URL',
  databaseReadUrl: 'DATABASE_READ_URL',
  smtpUrl: 'SMTP_URL',
  metricsToken: 'FANION_METRICS_TOKEN',
} as const

/** Secrets that cannot change while a server runs. */
const fixed = {
  secret: 'FANION_SECRET',
  secretPrevious: 'FANION_SECRET_PREVIOUS',
  signingKey: 'FANION_SIGNING_KEY',
  measureUrl: 'FANION_MEASURE_URL',
} as const

const keysOf = <K extends string>(names: Readonly<Record<K, string>>) => Object.keys(names) as K[]

/**
 * The settings of a running server. Secrets are read again from their files on SIGHUP, and when a sign-in is rejected.
 */
export class ReloadableSettings {
  /** Changed in place, so that every holder sees new values. */
  readonly config: Config
  readonly #read: () => Config
  readonly #log: Log

  /** `read` reads the settings like the start did. */
  constructor(config: Config, read: () => Config, log: Log) {
    this.config = { ...config }
    this.#read = read
    this.#log = log
  }

  /** The address of the database or of its replica. `embedded` is used if the settings have none. */
  address(which: 'databaseUrl' | 'databaseReadUrl', embedded = ''): DatabaseAddress {
    const url = () => this.config[which] ?? embedded
    return {
      url,
      refresh: () => {
        const before = url()
        this.reload()
        return url() !== before
      },
    }
  }

  /** Applies changed files. Keeps everything if one cannot be read. */
  reload(): void {
    let fresh: Config
    try {
      fresh = this.#read()
    } catch (error) {
      this.#log.error({ error: String(error) }, 'the settings can’t be read again; those in force stay')
      return
    }
    const changed = keysOf(reloadable).filter(
      (key) => this.config[key] !== undefined && fresh[key] !== this.config[key],
    )
    for (const key of changed) Object.assign(this.config, { [key]: fresh[key] ?? this.config[key] })
    if (changed.length > 0)
      this.#log.warn(
        { settings: changed.map((key) => reloadable[key]) },
        'changed settings were read again and are in force',
      )
    const ignored = keysOf(fixed).filter((key) => fresh[key] !== this.config[key])
    if (ignored.length > 0)
      this.#log.warn({ settings: ignored.map((key) => fixed[key]) }, 'changed settings need a restart')
  }
}
