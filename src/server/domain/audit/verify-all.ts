import type { Db } from '../../db/pool.ts'
import { verifyAudit } from './verify-audit.ts'

/** A link as it was printed by an earlier verification. */
export type Noted = { position: number; hash: string }

/**
 * Verifies the whole audit trail and tells what it finds, line by line. Returns whether it is whole. A noted link shows
 * whether the trail has lost its end, or was written anew, since.
 */
export async function verifyAll(db: Db, tell: (line: string) => void, noted?: Noted): Promise<boolean> {
  let [checked, unchained, whole] = [0, 0, true]
  let last: Noted | null = null
  for (let after: number | null = 0; after !== null; ) {
    const part = await verifyAudit({ db }, { after, limit: 10_000 })
    for (const { position, sequence, problem } of part.broken) tell(`link ${position}, event ${sequence}: ${problem}`)
    whole &&= part.broken.length === 0
    checked += part.checked
    last = part.last ?? last
    unchained = part.unchained
    after = part.next
  }
  if (unchained > 0) tell(`${unchained} events aren’t part of the hash chain`)
  const kept = !noted || (await isKept(db, noted))
  if (!kept) tell(`link ${noted.position} isn’t the one you recorded`)
  const isWhole = whole && kept && unchained === 0
  const end = last ? `; its last link is ${last.position}:${last.hash}` : ''
  tell(`${checked} events checked: the audit log is ${isWhole ? 'intact' : 'broken'}${end}`)
  return isWhole
}

async function isKept(db: Db, { position, hash }: Noted): Promise<boolean> {
  const { last } = await verifyAudit({ db }, { after: position - 1, limit: 1 })
  return last?.position === position && last.hash === hash
}

/** `12:9f…`, as it was printed; undefined where the text is no such link. */
export function notedLink(text: string): Noted | undefined {
  const [, position, hash] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  return position && hash ? { position: Number(position), hash } : undefined
}
