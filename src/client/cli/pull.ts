import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { flagsModule } from '../../shared/codegen/flags-module.ts'
import { counted } from '../../shared/words/percent.ts'
import { readDeclarations, type Source } from './read-declarations.ts'

/** Writes the typed declarations of an environment's flags, and of the context they take, to a file; says when it is up to date already. */
export async function pull(source: Source, file: string): Promise<string> {
  const { datafile, attributes } = await readDeclarations(source)
  const text = flagsModule(datafile, attributes)
  const flags = counted(Object.keys(datafile.flags).length, 'flag')
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return `${file} is up to date (${flags}).`
  writeFileSync(file, text)
  return `Wrote ${flags} from ${datafile.project} to ${file}.`
}
