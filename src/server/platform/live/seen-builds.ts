import { limits } from '../../../shared/limits.ts'

/** A build in an environment, by its digest. */
export type SeenBuild = {
  readonly environmentId: string
  readonly kind: 'server' | 'client'
  readonly digest: string
}

/** Where it is written down which builds run. */
export type BuildsKept = {
  readonly isKnown: (build: SeenBuild) => Promise<boolean>
  readonly see: (build: SeenBuild, at: Date) => Promise<boolean>
  readonly tell: (programs: readonly (SeenBuild & { readonly programs: number })[], at: Date) => Promise<void>
  readonly fault: (error: unknown) => void
}

/** So many builds are remembered; what is beyond is looked up again. */
const mostRemembered = 10_000
/** What opened or closed is told after so long. */
const tellMs = 2_000
/** How often all are told. */
const everyMs = limits.buildToldMs / 3

/** Which builds this server has to do with: those seen lately, and how many streams of each are open. */
export class SeenBuilds {
  readonly #now: () => Date
  readonly #kept: BuildsKept
  readonly #noted = new Map<string, number>()
  readonly #open = new Map<string, SeenBuild & { programs: number }>()
  readonly #changed = new Set<string>()
  readonly #timers: NodeJS.Timeout[]
  #telling: Promise<void> = Promise.resolve()

  constructor(now: () => Date, kept: BuildsKept) {
    this.#now = now
    this.#kept = kept
    this.#timers = [
      setInterval(() => this.#tell([...this.#changed]), tellMs).unref(),
      setInterval(() => this.#tell([...this.#open.keys()]), everyMs).unref(),
    ]
  }

  /** Notes a build; false where it should tell what it declares. Without the database nobody is asked for anything. */
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
    // it waits for whoever publishes, and nobody waits for it
    this.#kept.see(build, new Date(at)).catch(this.#kept.fault)
    return true
  }

  /** A build that was written down just now. */
  remember(build: SeenBuild): void {
    const name = nameOf(build)
    this.#noted.delete(name)
    if (this.#noted.size >= mostRemembered) this.#noted.delete(this.#noted.keys().next().value ?? '')
    this.#noted.set(name, this.#now().getTime())
    if (this.#open.has(name)) this.#changed.add(name)
  }

  /** Counts a stream of a build until what it gives is called. */
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

  /** Tells what is left to tell, and stops. */
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
