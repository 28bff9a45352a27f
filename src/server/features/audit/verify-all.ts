import type { Db } from '../../platform/db/pool.ts'
import { chainsOf, hashesAt, installationChain } from './chain-queries.ts'
import { verifyArchives } from './verify-archives.ts'
import { verifyAudit } from './verify-audit.ts'

/** A link of the instance's chain, as printed by an earlier verification. */
export type NotedChainLink = { position: number; hash: string }

type PrintLine = (line: string) => void

/**
 * Verifies the whole audit trail, including the given archive files, and reports findings line by line. Returns whether
 * it is intact. A link noted earlier reveals if the end of the trail was removed or rewritten since.
 */
export async function verifyAll(
  db: Db,
  tell: PrintLine,
  noted?: NotedChainLink,
  files: readonly string[] = [],
): Promise<boolean> {
  let [checked, unchained, archived, whole] = [0, 0, 0, true]
  let last: NotedChainLink | null = null
  for (let after: string | null = ''; after !== null; ) {
    const part = await verifyAudit({ db }, { after, limit: 10_000 })
    for (const { chain, position, sequence, problem } of part.broken)
      tell(`${[chain, `link ${position}`, sequence && `event ${sequence}`].filter(Boolean).join(', ')}: ${problem}`)
    whole &&= part.broken.length === 0
    checked += part.checked
    last = part.last ?? last
    unchained = part.unchained
    archived = part.archived
    after = part.next
  }
  if (unchained > 0) tell(`${unchained} events aren’t part of the hash chain`)
  const archives = await verifyArchives(db, files, tell, noted && { chain: installationChain, ...noted })
  if (archived > archives.checked) tell(`${archived - archives.checked} events are in archives that were not looked at`)
  const kept = !noted || archives.hasNoted || (await isKept(db, noted, tell))
  const isWhole = whole && archives.whole && kept && unchained === 0
  const end = last ? `; its last link is ${last.position}:${last.hash}` : ''
  tell(`${checked + archives.checked} events checked: the audit log is ${isWhole ? 'intact' : 'broken'}${end}`)
  return isWhole
}

async function isKept(db: Db, { position, hash }: NotedChainLink, tell: PrintLine): Promise<boolean> {
  const [own] = await chainsOf(db)
  const archived = Number(own?.archivedPosition ?? 0)
  const place = { chain: installationChain, position }
  const there =
    position === archived
      ? own?.archivedHash?.toString('hex')
      : (await hashesAt(db, [place])).get(`${place.chain}:${position}`)
  if (there === hash) return true
  if (position < archived) tell(`link ${position} is in an archive; name its file to have it looked at`)
  else tell(`link ${position} isn’t the one you recorded`)
  return false
}

/** Parses a printed link such as `12:9f…`. Undefined if the text has another format. */
export function notedLink(text: string): NotedChainLink | undefined {
  const [, position, hash] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  return position && hash ? { position: Number(position), hash } : undefined
}
