import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { PackedRelease } from './release.ts'

/** Metadata that the build writes next to each tarball. */
const Note = z.object({
  released: z.iso.datetime({ offset: true }),
  manifest: z.looseObject({ name: z.string(), version: z.string() }),
})

/** Reads the packages bundled with this server: each `<file>.tgz` of the folder with its `<file>.json`. */
export const readPackages = (folder: string): PackedRelease[] => {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  return files.map((file) => {
    const note = path.join(folder, file.replace(/\.tgz$/, '.json'))
    const { released, manifest } = Note.parse(JSON.parse(readFileSync(note, 'utf8')))
    const tarball = readFileSync(path.join(folder, file))
    return {
      name: manifest.name,
      version: manifest.version,
      manifest,
      releasedAt: new Date(released),
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      shasum: createHash('sha1').update(tarball).digest('hex'),
      tarball,
    }
  })
}
