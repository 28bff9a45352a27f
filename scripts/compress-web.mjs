// Puts beside each script and style of the built UI what a browser asks for: the same in brotli and in gzip, so that no
// request waits for it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Below so many bytes there is nothing to win: the server's own limit. */
const least = 1_024

/** Compresses what stands in the folders `assets` of a built UI, in every language. */
export function compressWeb(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || path.basename(entry.parentPath) !== 'assets' || !/\.(js|css)$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    if (bytes.length < least) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
