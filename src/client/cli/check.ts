import { existsSync, readFileSync } from 'node:fs'
import { flagsModule } from '../../shared/codegen/flags-module.ts'
import { counted } from '../../shared/words/percent.ts'
import { CliError } from './cli-error.ts'
import { readDeclarations, type Source } from './read-declarations.ts'

/**
 * Refuses a declarations file that does not say what the server has, flag by flag: for the CI of the project that uses
 * it, so that a flag deleted or changed while code still reads it is an error before it is an incident.
 */
export async function check(source: Source, file: string): Promise<string> {
  if (!existsSync(file)) throw new CliError(`${file} doesn’t exist. Create it with: fanion pull --out ${file}`)
  const local = readFileSync(file, 'utf8')
  const { datafile, attributes } = await readDeclarations(source)
  const remote = flagsModule(datafile, attributes)
  if (local === remote) return `${file} matches the server (${counted(Object.keys(datafile.flags).length, 'flag')}).`
  throw new CliError(
    `${file} doesn’t match ${datafile.project}:\n\n${differences(local, remote).join('\n')}\n\n` +
      `Update it with: fanion pull --out ${file}   The compiler then shows which code needs to change.`,
  )
}

function differences(local: string, remote: string): string[] {
  const [mine, theirs] = [declarations(local), declarations(remote)]
  const names = [...new Set([...mine.keys(), ...theirs.keys()])].toSorted()
  const lines = names.flatMap((name) => {
    const [here, there] = [mine.get(name), theirs.get(name)]
    if (here === there) return []
    if (there === undefined) return [`  ${name}: declared here, but no longer on the server`]
    if (here === undefined) return [`  ${name}: on the server, but not declared here`]
    return [`  ${name}: declared here as ${here}`, `  ${' '.repeat(name.length)}  but the server has ${there}`]
  })
  return lines.length > 0 ? lines : ['  the declarations match; only the surrounding text differs']
}

// one declaration stands on one line: `  name: declaration,`, and one attribute of the context without the comma
const declarations = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^ {2}("[^"]+"|[\w$]+)(\??): (.+?)(,?)$/gm)].map(([, name = '', optional, rest = '', isFlag]) =>
      isFlag ? [name, rest] : [`context.${name}`, optional ? `${rest}, or left out` : rest],
    ),
  )
