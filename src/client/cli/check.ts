import { existsSync, readFileSync } from 'node:fs'
import { compareModule } from '../../shared/codegen/compare-module.ts'
import { readModule } from '../../shared/codegen/read-module.ts'
import { counted } from '../../shared/text/rules/percent.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { Answer } from './command.ts'
import { withFile } from './file-error.ts'
import { readDeclarations, type Source } from './read-declarations.ts'
import { shownPath } from './shown.ts'

/**
 * Finds what a declarations file says that the server does not bear out: for the CI of the project that uses it, so that
 * a flag deleted or changed while code still reads it is an error before it is an incident.
 */
export async function check(source: Source, path: string): Promise<Answer> {
  const file = shownPath(path)
  if (!existsSync(path)) throw new CliError(`${file} doesn’t exist. Create it with: fanion pull --out ${file}`)
  const local = read(path)
  const { datafile, attributes } = await readDeclarations(source)
  const findings = compareModule(local, datafile, attributes)
  const { project, environment } = datafile
  const json = { file, project, environment, flags: local.flags.length, findings }
  if (findings.length === 0)
    return { text: `${file} matches the server (${counted(local.flags.length, 'flag')}).`, json }
  const text =
    `${file} doesn’t match ${project}:\n\n${findings.map(({ sentence }) => `  ${sentence}`).join('\n')}\n\n` +
    `Update it with: fanion pull --out ${file}   The compiler then shows which code needs to change.`
  return { text, json, found: true }
}

function read(path: string) {
  const file = shownPath(path)
  const text = withFile(path, 'read', () => readFileSync(path, 'utf8'))
  try {
    return readModule(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new UsageError(
      `${file} isn’t a file of flag declarations: ${why}. Name the right one with --out, or write it again with: fanion pull --out ${file}`,
      {
        cause,
      },
    )
  }
}
