// Writes brotli and gzip versions of each script and style of the built UI, so that no request waits for compression.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Minimum size of compressed files in bytes, equal to the server's limit. */
const least = 1_024

const isAsset = (file) => path.basename(path.dirname(file)) === 'assets' && /\.(js|css)$/.test(file)
const isOfLanguage = (file) => file.includes(`${path.sep}locales${path.sep}`)

/**
 * Compresses the files in the `assets` folders of a built UI. English files are also kept uncompressed. For other
 * languages only gzip is kept, which every browser supports (the server decompresses it for other clients), so that
 * five languages need little space.
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

/** Compresses the wanted files of a folder and its subfolders, several at a time. `quality` is for brotli. */
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
