import { allReleases, findTarball } from '../../../features/packages/queries.ts'
import type { Release } from '../../../features/packages/release.ts'
import type { Db } from '../../db/pool.ts'

const freshMs = 2_000
const tarballsInMemory = 12

/**
 * The releases as the database has them, which every server of an installation shares. The list is asked for again after
 * two seconds, and the last one serves while the database is away; bytes never change, the last used stay in memory.
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

  /** The releases of a package; none where there is no such package. */
  async releases(name: string): Promise<Release[]> {
    return (await this.#all()).filter((release) => release.name === name)
  }

  /** The bytes of a release on the list. */
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
