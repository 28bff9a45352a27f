import { compile } from '../../engine/compile.ts'
import { evaluate } from '../../engine/evaluate.ts'
import { loadModules, modulesNeeded } from '../../engine/optional-modules.ts'
import type { Outcome } from '../../engine/outcome.ts'
import type { Context } from '../../schemas/context.ts'
import type { Imported } from './imported.ts'

/** Prepares an import for evaluation, by the vendor's flag key, for a context, at an instant in epoch ms. */
export const createImportedEvaluator = async (
  { flags, segments, keys }: Imported,
  nowMs: number,
): Promise<(flag: string, context: Context) => Outcome> => {
  const datafile = {
    format: 1 as const,
    project: 'import',
    environment: 'import',
    revision: 0,
    publishedAt: new Date(nowMs).toISOString(),
    digest: '',
    flags,
    segments,
  }
  const compiled = compile(datafile, await loadModules(modulesNeeded(datafile)))
  return (flag, context) => evaluate(compiled, keys.flags.get(flag) ?? flag, context, nowMs)
}
