import { type ImportOptions, type ImportSummary, vendorNames } from '../../features/imports/schemas/import.ts'
import { limits } from '../../limits.ts'
import type { Context } from '../../schemas/context.ts'
import type { TheirEnvironment } from './assembly.ts'
import type { Imported } from './imported.ts'
import { seeded } from './seeded.ts'
import type { SelfCheck } from './self-check.ts'
import { checkBySdk, type OpenSdk } from './vendor-sdk.ts'

type Given = {
  readonly options?: ImportOptions
  readonly nowMs?: number
  /** Contexts that were seen, by the name of an environment in small letters. */
  readonly kept?: Readonly<Record<string, readonly Context[]>> | undefined
  /** Opens the SDK of a vendor, where there is one. */
  readonly sdkOf?: ((vendor: ImportSummary['vendor'], options: ImportOptions) => Promise<OpenSdk | null>) | undefined
}

/** How many values stand in the lists of documents. */
const listedIn = (node: unknown): number => {
  if (typeof node !== 'object' || node === null) return 0
  let count = Array.isArray(node) ? node.length : 0
  for (const inner of Object.values(node)) count += listedIn(inner)
  return count
}

/**
 * Compares what one environment came to with the vendor's formula or SDK, as often as there is time for; null where nobody can
 * be asked.
 */
export const checked = async (
  vendor: ImportSummary['vendor'],
  environment: TheirEnvironment,
  imported: Imported,
  { options = {}, nowMs = 0, kept: all = {}, sdkOf }: Given,
): Promise<SelfCheck | null> => {
  const { check, original } = environment
  const open = check === undefined && original !== undefined ? ((await sdkOf?.(vendor, options)) ?? null) : null
  if (check === undefined && open === null) return null
  const flags = Math.max(1, Object.keys(imported.flags).length)
  const byFlags = Math.floor((check === undefined ? limits.selfCheckSdkAnswers : limits.selfCheckAnswers) / flags)
  // formulas look a value up in a list one by one
  const byValues = Math.floor(limits.selfCheckLooks / Math.max(1, listedIn([imported.flags, imported.segments])))
  const count = Math.max(4, Math.min(limits.selfCheckContexts, byFlags, byValues))
  const name = environment.name.toLowerCase()
  const kept = Object.hasOwn(all, name) ? (all[name] ?? []) : []
  if (check !== undefined) return check(imported, count, kept)
  if (open === null) return null
  try {
    return await checkBySdk(open, environment, imported, { count, random: seeded(1), nowMs, kept })
  } catch {
    // an SDK that fails on a document says nothing about what was imported
    const message = `${vendorNames[vendor]}’s SDK could not read ${environment.name}, so nothing was compared there.`
    imported.findings.push({ severity: 'info', subject: 'project', path: '', message })
    return null
  }
}
