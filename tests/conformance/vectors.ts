import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of published vectors. It is optional and not part of this project: `FANION_VECTORS` is its path. */
const folder = resolve(process.env['FANION_VECTORS'] ?? '../shared/vectors')

/** Why a vendor's vectors cannot be read. Undefined if they can. */
export const absence = (file: string): string | undefined =>
  existsSync(join(folder, file)) ? undefined : `no ${file} in ${folder}; set FANION_VECTORS to the folder that holds it`

/** Prints a line if there are no vectors. Only the vendors' SDKs are used then. */
export const announceAbsence = (): void => {
  if (!existsSync(folder)) {
    process.stdout.write(`No published vectors in ${folder}: asked are the vendors' SDKs and packages alone.\n`)
  }
}

/** Reads a text file of the vectors. */
export const readText = (file: string): string => readFileSync(join(folder, file), 'utf8')

/** Reads a JSON file of the vectors. */
export const readJson = (file: string): unknown => JSON.parse(readText(file))

/** File names in a folder of the vectors. */
export const namesIn = (where: string): string[] => readdirSync(join(folder, where))

/** The JSON files in a folder of the vectors, as the input of an import. Empty if the folder does not exist. */
export const partsIn = (where: string): { name: string; value: unknown }[] =>
  existsSync(join(folder, where))
    ? readdirSync(join(folder, where))
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ name, value: readJson(join(where, name)) }))
    : []

/** Reads a file with one JSON value per line. */
export const readLines = (file: string): unknown[] =>
  readText(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
