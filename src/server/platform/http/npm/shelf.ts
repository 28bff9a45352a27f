import { allReleases, findTarball } from '../../../features/packages/queries.ts'
import type { Release } from '../../../features/packages/release.ts'
import type { Db } from '../../db/pool.ts'

const freshMs = 2_000
const tarballsInMemory = 12

/**
 * Cache of the releases in the database, which all servers of an installation share. The list is refreshed after two
 * seconds, and stays in use while the database is down. Tarballs never change; the most recently used stay in memory.
 */
export class Shelf {
  readonly #db: Db
  readonly #now: () => Date
  #list: Promise<Release[]> | null = null
  #last: Release[] | null = null
  #askedAt = 0
  readonly #tarballs = new Map<string, Buffer>()

  constructor(db: Db, now: () => Date) {
    this.#db = db
    this.#now = now
  }

  /** Returns the releases of a package. Empty if there is no such package. */
  async releases(name: string): Promise<Release[]> {
    return (await this.#all()).filter((release) => release.name === name)
  }

  /** Returns the tarball of a listed release. */
  async tarball({ name, version, shasum }: Release): Promise<Buffer | undefined> {
    const kept = this.#tarballs.get(shasum)
    const bytes = kept ?? (await findTarball(this.#db, name, version))
    if (!bytes) return undefined
    this.#tarballs.delete(shasum)
    this.#tarballs.set(shasum, bytes)
    const [oldest] = this.#tarballs.keys()
    if (this.#tarballs.size > tarballsInMemory && oldest !== undefined) this.#tarballs.delete(oldest)
    return bytes
  }

  #all(): Promise<Release[]> {
    const now = this.#now().getTime()
    if (this.#list && now - this.#askedAt < freshMs) return this.#list
    this.#askedAt = now
    const list = allReleases(this.#db).then(
      (releases) => {
        this.#last = releases
        return releases
      },
      (error: unknown) => {
        if (this.#last) return this.#last
        this.#list = null
        throw error
      },
    )
    this.#list = list
    return list
  }
}
