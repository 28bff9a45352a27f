import type { z } from 'zod'
import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ImportEdits, ImportEditsInput } from '../../../shared/features/imports/schemas/import.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import { limits } from '../../../shared/limits.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { yieldingMap } from '../../platform/kernel/yielding-map.ts'
import { headsOf } from '../publishing/queries.ts'
import { splitMapping } from './mapping.ts'
import { findImportSource, itemsAt, lastRuns } from './queries.ts'
import { statusesOf } from './status-queries.ts'

/**
 * Lists what importing a source's last run would replace in one environment. Only existing documents are included,
 * because new ones affect no user. Limited to what one impact check reads; `more` is the number of edits beyond that.
 */
export async function listEdits(ctx: EnvironmentCtx, input: z.output<typeof ImportEditsInput>): Promise<ImportEdits> {
  const { environment } = ctx
  const source = await findImportSource(ctx.db, ctx.project, input.source)
  const [run] = source ? await lastRuns(ctx.db, [source.id]) : []
  if (!source || !run) throw new FanionError('import/not-found')
  const { there } = splitMapping(run.mapping, [environment.key])
  const [theirs] = Object.keys(there)
  if (theirs === undefined) return { edits: [], more: 0 }
  const placesOf = (subjects: typeof input.replace) => new Set(subjects.map(({ kind, key }) => `${kind}/${key}`))
  const [out, over] = [placesOf(input.leaveOut), placesOf(input.replace)]
  const asked = { project: ctx.project, source: source.id, run: run.id, mapping: there, fresh: [] }
  const written = (await statusesOf(ctx.db, asked)).filter(({ kind, key, verdict, status }) => {
    if (verdict === 'left-out' || out.has(`${kind}/${key}`)) return false
    return status === 'update' || ((status === 'clash' || status === 'taken-over') && over.has(`${kind}/${key}`))
  })
  const positions = written.slice(0, limits.impactFlags).map(({ position }) => position)
  const entries = (await itemsAt(ctx.db, run.id, positions)).flatMap(({ kind, key, documents }): Entry[] => {
    const document = documents[theirs]
    // Safe cast: an item's documents have its kind.
    return document === undefined ? [] : [{ kind, key, document } as Entry]
  })
  const heads = new Map(
    (await headsOf(ctx.db, environment, entries)).map(({ kind, key, document }) => [`${kind}/${key}`, document]),
  )
  const differs = await yieldingMap(entries, ({ kind, key, document }) => {
    const head = heads.get(`${kind}/${key}`)
    return head !== undefined && canonicalJson(head) !== canonicalJson(document)
  })
  return { edits: entries.filter((_, at) => differs[at]), more: written.length - positions.length }
}
