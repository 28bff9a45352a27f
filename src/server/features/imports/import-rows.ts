import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { countFlags, insertFlags } from '../flags/queries.ts'
import { insertSegments, segmentsOf } from '../segments/queries.ts'
import { type itemsAt, membersByAddress } from './queries.ts'

type Item = Awaited<ReturnType<typeof itemsAt>>[number]

/** Keeps statements below PostgreSQL's limit of parameters. */
const rowsAtOnce = 1_000

/** Creates the rows of new flags and segments. Owners are found by email address. */
export async function importRows(tx: ProjectCtx & { readonly db: Tx }, items: readonly Item[]): Promise<void> {
  const { project } = tx
  const flags = items.filter(({ kind }) => kind === 'flag')
  const segments = items.filter(({ kind }) => kind === 'segment')
  const refuse = (limit: 'flagsPerProject' | 'segmentsPerProject', what: string) => {
    const sentence = `A project can have up to ${limits[limit].toLocaleString('en')} ${what}. Leave some out, or import into several projects.`
    return new FanionError('limit/reached', { limit, value: limits[limit] }, sentence)
  }
  if (flags.length > 0 && (await countFlags(tx.db, project)) + flags.length > limits.flagsPerProject)
    throw refuse('flagsPerProject', 'flags')
  if (segments.length > 0 && (await segmentsOf(tx.db, project)).length + segments.length > limits.segmentsPerProject)
    throw refuse('segmentsPerProject', 'segments')
  const owners = await membersByAddress(tx.db, project, [...new Set(flags.flatMap(({ item }) => item.owner ?? []))])
  const [now, me] = [tx.now(), personIdOf(tx.actor)]
  const rows = flags.map(({ key, item, documents }) => {
    // Safe cast: the documents of a flag are flag documents.
    const all = Object.values(documents) as FlagDocument[]
    return {
      id: tx.newId(),
      projectId: project.id,
      key,
      name: item.name,
      description: item.description,
      type: item.type ?? 'object',
      schema: null,
      variants: [...new Set(all.flatMap(({ variants }) => Object.keys(variants)))],
      tags: item.tags,
      ownerId: (item.owner === null ? undefined : owners.get(item.owner)) ?? me,
      permanence: item.permanence,
      expectedEnd: null,
      visibleToClients: all.some(({ visibleToClients }) => visibleToClients),
      createdAt: now,
      createdBy: me,
      archivedAt: null,
      archivedBy: null,
    }
  })
  for (let at = 0; at < rows.length; at += rowsAtOnce) await insertFlags(tx.db, rows.slice(at, at + rowsAtOnce))
  const made = segments.map(({ key, item: { name, description } }) => {
    return { id: tx.newId(), projectId: project.id, key, name, description, createdAt: now, archivedAt: null }
  })
  for (let at = 0; at < made.length; at += rowsAtOnce) await insertSegments(tx.db, made.slice(at, at + rowsAtOnce))
}
