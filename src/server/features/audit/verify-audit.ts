import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { AuditVerification, VerifyAuditInput } from '../../../shared/features/audit/schemas/audit.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import {
  type Chain,
  type ChainHead,
  type ChainLink,
  chainsOf,
  chainsWithoutLinks,
  countUnchained,
  hashesAt,
  installationChain,
  linksAfter,
} from './chain-queries.ts'
import { unrecordedArchives } from './unrecorded-archives.ts'

/** The previous hash of a chain's first link. */
const nothing = Buffer.alloc(32)

type BrokenChain = AuditVerification['broken'][number]

/**
 * Recomputes a part of the audit trail's chains, one after the other, starting with the instance's. Each hash is
 * SHA-256 over the previous hash and the event's content. Events altered, removed, added or moved in the database show
 * up as broken or unchained. So does a chain that lost links recorded by a checkpoint.
 */
export async function verifyAudit(
  { db }: Pick<Ctx, 'db'>,
  input: z.output<typeof VerifyAuditInput>,
): Promise<AuditVerification> {
  const { after, limit } = input
  const [chain = installationChain, from = '0'] = after === '' ? [] : after.split(':')
  const start = { chain, position: Number(from) }
  // links are read first, so that everything they record exists by the next query
  const links = await linksAfter(db, start, limit)
  const chains = await chainsOf(db)
  const byId = new Map(chains.map((one) => [one.id, one]))
  const startHash = (await hashesAt(db, [start])).get(after)
  const broken = brokenIn(links, byId, { ...start, hash: startHash })
  const recorded = links.flatMap((link) => [...recordedBy(link), ...begunBehind(link, byId)])
  broken.push(...missingOf(recorded, byId, await hashesAt(db, recorded)))
  const last = links.at(-1)
  const next = last && links.length === limit ? `${last.chain}:${last.position}` : null
  const atEnd = next === null
  if (atEnd) {
    const empty = await chainsWithoutLinks(db)
    broken.push(...empty.map((id) => aProblem(byId.get(id), 1, null, 'all events of the project are missing')))
    broken.push(
      ...(await unrecordedArchives(db, chains)).map((one) =>
        aProblem(one, Number(one.archivedPosition), null, 'no archive of links up to here is recorded'),
      ),
    )
  }
  const own = links.findLast((link) => link.chain === installationChain)
  return {
    checked: links.length,
    last: own ? { position: Number(own.position), hash: own.hash.toString('hex') } : null,
    broken,
    next,
    unchained: atEnd ? await countUnchained(db) : 0,
    archived: atEnd ? chains.reduce((sum, one) => sum + Number(one.archivedPosition), 0) : 0,
  }
}

/** Links that do not follow from the previous ones. */
function brokenIn(
  links: readonly ChainLink[],
  chains: ReadonlyMap<string, Chain>,
  start: Omit<ChainHead, 'hash'> & { hash: string | undefined },
): BrokenChain[] {
  const broken: BrokenChain[] = []
  let [chain, expected] = ['', 0]
  let before: Buffer = nothing
  for (const link of links) {
    const { position, sequence } = link
    const own = chains.get(link.chain)
    if (link.chain !== chain) {
      chain = link.chain
      const resumed = start.position > 0 && chain === start.chain
      expected = resumed ? start.position : Number(own?.archivedPosition ?? 0)
      before = resumed ? Buffer.from(start.hash ?? '', 'hex') : (own?.archivedHash ?? own?.beginning ?? nothing)
    }
    expected += 1
    const problem = problemOf(link, expected, before)
    if (problem)
      broken.push({ ...aProblem(own, Number(position), Number(sequence), problem), chain: nameOf(own, chain) })
    before = link.hash
    expected = Number(position)
  }
  return broken
}

function problemOf({ position, hash, content }: ChainLink, expected: number, before: Buffer): string | undefined {
  if (Number(position) !== expected) return `links ${expected} to ${Number(position) - 1} are missing`
  if (content === null) return 'the event is missing'
  const computed = createHash('sha256').update(before).update(content, 'utf8').digest()
  return computed.equals(hash) ? undefined : 'the event is not what was recorded'
}

/** The positions of other chains that a checkpoint recorded. */
const recordedBy = ({ recorded }: ChainLink): ChainHead[] =>
  (recorded?.chains ?? []).map(({ id, position, hash }) => ({ chain: id, position, hash }))

/** The link of the instance's chain after which a project's chain claims to have begun, returned for its first link. */
function begunBehind(link: ChainLink, chains: ReadonlyMap<string, Chain>): ChainHead[] {
  const own = chains.get(link.chain)
  if (!own || link.chain === installationChain || own.afterPosition === '0') return []
  if (Number(link.position) !== Number(own.archivedPosition) + 1) return []
  return [{ chain: installationChain, position: Number(own.afterPosition), hash: own.afterHash.toString('hex') }]
}

/** Marks that are missing or have another hash. Archived positions are checked in the archives instead. */
function missingOf(
  marks: readonly ChainHead[],
  chains: ReadonlyMap<string, Chain>,
  found: ReadonlyMap<string, string>,
): BrokenChain[] {
  return marks.flatMap(({ chain, position, hash }) => {
    const own = chains.get(chain)
    const archived = Number(own?.archivedPosition ?? 0)
    if (position < archived) return []
    const there = position === archived ? own?.archivedHash?.toString('hex') : found.get(`${chain}:${position}`)
    if (there === hash) return []
    const problem = there === undefined ? 'is missing, which was recorded' : 'is not the one that was recorded'
    return [{ ...aProblem(own, position, null, `the link ${problem}`), chain: nameOf(own, chain) }]
  })
}

const aProblem = (own: Chain | undefined, position: number, sequence: number | null, problem: string): BrokenChain => ({
  chain: own ? nameOf(own, own.id) : null,
  position,
  sequence,
  problem,
})

/** The project's key, or its id if the project no longer exists. Null for the instance. */
const nameOf = (own: Chain | undefined, id: string): string | null =>
  id === installationChain ? null : (own?.project ?? id)
