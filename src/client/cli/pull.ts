import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { flagsModule } from '../../shared/codegen/flags-module.ts'
import { readDatafile, type Source } from './read-datafile.ts'

/** Writes the typed declarations of an environment's flags to a file; says when it is up to date already. */
export async function pull(source: Source, file: string): Promise<string> {
  const datafile = await readDatafile(source)
  const text = flagsModule(datafile)
  const count = Object.keys(datafile.flags).length
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return `${file} is up to date (${count} flags).`
  writeFileSync(file, text)
  return `Wrote ${count} flags of ${datafile.project} to ${file}.`
}
