import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { checkReport } from '../../shared/features/experiments/check-report.ts'
import { ExperimentReport } from '../../shared/features/experiments/schemas/experiment-report.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { withFile } from './file-error.ts'
import { shown } from './shown.ts'

/** Runs `fanion report check`: recomputes a report from its sums, without a server, and compares the results. */
export async function report({ args }: CommandInput): Promise<CommandOutput> {
  const [act, path] = args
  if (act !== 'check' || path === undefined)
    throw new UsageError(`fanion report ${shown(act ?? '')} is no command; use: fanion report check <file>`)
  const text = withFile(path, 'read', () => readFileSync(path, 'utf8'))
  const read = ExperimentReport.safeParse(jsonOf(text))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new CliError(`${path} is no fanion-report/1: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
  }
  const { experiment, run, looks, sums } = read.data
  const problems = checkReport(read.data, (plan) => createHash('sha256').update(plan).digest('hex'))
  const what = `Run ${run} of ${experiment}, ${sums.length} sums, ${looks.length} looks`
  if (problems.length === 0)
    return { text: `${what}: all of it follows from its sums.`, json: { same: true, problems } }
  return {
    text: [`${what}: this is not what its sums come to.`, ...problems].join('\n'),
    json: { same: false, problems },
    found: true,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
