// Puts beside each script and style of the built UI what a browser asks for: the same in brotli and in gzip, so that no
// request waits for it.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below so many bytes there is nothing to win: the server's own limit. */
const least = 1_024

const isAsset = (file) => path.basename(path.dirname(file)) === 'assets' && /\.(js|css)$/.test(file)
const isOfLanguage = (file) => file.includes(`${path.sep}locales${path.sep}`)

/**
 * Compresses what stands in the folders `assets` of a built UI. English is there as it is, too; of each other language there is
 * gzip alone, which every browser reads (the server unpacks it for whoever does not): five languages stay small to install.
 */
export async function compressWeb(folder) {
  await compressFolder(folder, (file) => isAsset(file) && !isOfLanguage(file))
  const packed = filesIn(folder).filter((file) => isAsset(file) && isOfLanguage(file) && statSync(file).size >= least)
  await Promise.all(packed.map(packFile))
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

async function packFile(file) {
  writeFileSync(`${file}.gz`, await promisify(gzip)(readFileSync(file), { level: 9 }))
  rmSync(file)
}

/** Compresses the files of a folder, and of those in it, that are wanted; several at a time. `quality` is that of brotli. */
export async function compressFolder(folder, isWanted, quality = constants.BROTLI_MAX_QUALITY) {
  const wanted = filesIn(folder).filter(isWanted)
  await Promise.all(wanted.map((file) => compressFile(file, quality)))
}

async function compressFile(file, quality) {
  const bytes = readFileSync(file)
  if (bytes.length < least) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: quality }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
