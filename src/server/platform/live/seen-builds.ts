import { limits } from '../../../shared/limits.ts'

/** A build in an environment, identified by its digest. */
export type SeenBuild = {
  readonly environmentId: string
  readonly kind: 'server' | 'client'
  readonly digest: string
}

/** Stores which builds are running. */
export type BuildStore = {
  readonly isKnown: (build: SeenBuild) => Promise<boolean>
  readonly see: (build: SeenBuild, at: Date) => Promise<boolean>
  readonly tell: (programs: readonly (SeenBuild & { readonly programs: number })[], at: Date) => Promise<void>
  readonly fault: (error: unknown) => void
}

/** Maximum number of builds to remember. Others are looked up again. */
const mostRemembered = 10_000
/** Delay before opened and closed streams are reported. */
const tellMs = 2_000
/** Interval between full reports. */
const everyMs = limits.buildToldMs / 3

/** Tracks the builds of this server's clients: recently seen ones, and the number of open streams of each. */
export class SeenBuilds {
  readonly #now: () => Date
  readonly #kept: BuildStore
  readonly #noted = new Map<string, number>()
  readonly #open = new Map<string, SeenBuild & { programs: number }>()
  readonly #changed = new Set<string>()
  readonly #timers: NodeJS.Timeout[]
  #telling: Promise<void> = Promise.resolve()

  constructor(now: () => Date, kept: BuildStore) {
    this.#now = now
    this.#kept = kept
    this.#timers = [
      setInterval(() => this.#tell([...this.#changed]), tellMs).unref(),
      setInterval(() => this.#tell([...this.#open.keys()]), everyMs).unref(),
    ]
  }

  /** Records a build. Returns false if its declaration is needed. While the database is down, none is requested. */
  async note(build: SeenBuild): Promise<boolean> {
    const name = nameOf(build)
    const at = this.#now().getTime()
    if (at - (this.#noted.get(name) ?? Number.NEGATIVE_INFINITY) < limits.buildNotedMs) return true
    try {
      if (!(await this.#kept.isKnown(build))) return false
    } catch {
      return true
    }
    this.remember(build)
    // May wait for a publish's lock, so it is not awaited.
    this.#kept.see(build, new Date(at)).catch(this.#kept.fault)
    return true
  }

  /** Remembers a build that was just stored. */
  remember(build: SeenBuild): void {
    const name = nameOf(build)
    this.#noted.delete(name)
    if (this.#noted.size >= mostRemembered) this.#noted.delete(this.#noted.keys().next().value ?? '')
    this.#noted.set(name, this.#now().getTime())
    if (this.#open.has(name)) this.#changed.add(name)
  }

  /** Counts a stream of a build until the returned function is called. */
  open(build: SeenBuild): () => void {
    const name = nameOf(build)
    const count = (by: number) => {
      const programs = (this.#open.get(name)?.programs ?? 0) + by
      this.#open.set(name, { ...build, programs })
      this.#changed.add(name)
    }
    count(1)
    return () => count(-1)
  }

  /** Sends remaining reports and stops. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#telling
  }

  #tell(names: readonly string[]): void {
    const told = names.flatMap((name) => this.#open.get(name) ?? [])
    if (told.length === 0) return
    this.#telling = this.#telling.then(async () => {
      for (const name of names) this.#changed.delete(name)
      try {
        await this.#kept.tell(told, this.#now())
      } catch (error) {
        for (const name of names) this.#changed.add(name)
        this.#kept.fault(error)
        return
      }
      for (const name of names) if (this.#open.get(name)?.programs === 0) this.#open.delete(name)
    })
  }
}

const nameOf = ({ environmentId, kind, digest }: SeenBuild): string => `${environmentId} ${kind} ${digest}`
