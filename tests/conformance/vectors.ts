import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of published vectors. It is no part of this project, and nothing needs it: `FANION_VECTORS` says where it is. */
const folder = resolve(process.env['FANION_VECTORS'] ?? '../shared/vectors')

/** Why a vendor's vectors cannot be read, or undefined when they can. */
export const absence = (file: string): string | undefined =>
  existsSync(join(folder, file)) ? undefined : `no ${file} in ${folder}; set FANION_VECTORS to the folder that holds it`

/** One line for people where there are none; what follows is asked of the vendors' SDKs alone then. */
export const announceAbsence = (): void => {
  if (!existsSync(folder)) {
    process.stdout.write(`No published vectors in ${folder}: asked are the vendors' SDKs and packages alone.\n`)
  }
}

/** A text file of the vectors. */
export const readText = (file: string): string => readFileSync(join(folder, file), 'utf8')

/** A JSON file of the vectors. */
export const readJson = (file: string): unknown => JSON.parse(readText(file))

/** The names of the files in a folder of the vectors. */
export const namesIn = (where: string): string[] => readdirSync(join(folder, where))

/** The JSON files of a folder of the vectors, as somebody gives them to an import; none where it is not there. */
export const partsIn = (where: string): { name: string; value: unknown }[] =>
  existsSync(join(folder, where))
    ? readdirSync(join(folder, where))
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ name, value: readJson(join(where, name)) }))
    : []

/** A file of one JSON value a line. */
export const readLines = (file: string): unknown[] =>
  readText(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
