import type { Db } from '../../platform/db/pool.ts'
import { type ArchivedRange, checkArchive } from './archive-file.ts'
import { type Chain, type ChainHead, chainsOf } from './chain-queries.ts'

/**
 * Checks that archives are intact and end where the trail in the database begins. Returns the number of their links and
 * whether they contain the noted link. Reports problems through `tell`.
 */
export async function verifyArchives(
  db: Db,
  files: readonly string[],
  tell: (line: string) => void,
  noted: ChainHead | undefined,
): Promise<{ whole: boolean; checked: number; hasNoted: boolean }> {
  const stretches = new Map<string, ArchivedRange>()
  let [whole, hasNoted, checked] = [true, false, 0]
  for (const file of new Set(files)) {
    const { problem, found, ...check } = await checkArchive(file, noted ? [noted] : [])
    if (problem !== undefined) {
      tell(`${file}: ${problem}`)
      whole = false
      continue
    }
    for (const stretch of check.stretches) stretches.set(JSON.stringify(stretch), stretch)
    hasNoted ||= found.some((one) => one.hash === noted?.hash)
  }
  for (const chain of await chainsOf(db)) {
    const own = joined(chain, [...stretches.values()])
    for (const stretch of own) {
      checked += stretch.to.position - stretch.from.position
      stretches.delete(JSON.stringify(stretch))
    }
  }
  for (const { project, chain, to } of stretches.values()) {
    tell(
      `${project ?? chain}, up to link ${to.position}: the archive does not join this log, or one between is missing`,
    )
    whole = false
  }
  return { whole, checked, hasNoted: hasNoted && whole }
}

/**
 * Follows a chain back from its archived end, range by range, as far as the archives reach. The hash at each start
 * vouches for the range before it. The first range must begin where the chain did.
 */
function joined(chain: Chain, stretches: readonly ArchivedRange[]): ArchivedRange[] {
  const found: ArchivedRange[] = []
  let at = { position: Number(chain.archivedPosition), hash: chain.archivedHash?.toString('hex') }
  const endsThere = ({ chain: id, from, to }: ArchivedRange) =>
    id === chain.id &&
    to.position === at.position &&
    to.hash === at.hash &&
    from.position < to.position &&
    (from.position > 0 || from.hash === chain.beginning.toString('hex'))
  for (let before = stretches.find(endsThere); before; before = stretches.find(endsThere)) {
    found.push(before)
    at = before.from
  }
  return found
}
