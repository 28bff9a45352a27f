import { accessSync, chmodSync, constants, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { CliError } from './cli-error.ts'
import { makeFolderOf, withFile } from './file-error.ts'

/** The token of one server, as `fanion login` keeps it. */
const Credential = z.object({ token: z.string(), person: z.string(), expiresAt: z.string().nullable() })
export type Credential = z.infer<typeof Credential>

/** By address of the server. */
const Kept = z.object({ servers: z.record(z.string(), Credential) })

type Env = Record<string, string | undefined>

/** Where tokens are kept: in the person's own folder for settings, by the conventions of their system. */
function credentialsFile(env: Env): string {
  const settings =
    env['XDG_CONFIG_HOME'] || (process.platform === 'win32' && env['APPDATA']) || path.join(os.homedir(), '.config')
  return path.join(settings, 'fanion', 'credentials.json')
}

export const findCredential = (env: Env, url: string): Credential | undefined => read(credentialsFile(env))[url]

/** Keeps a server's token where only the person can read it; null forgets it. Returns the file. */
export function keepCredential(env: Env, url: string, credential: Credential | null): string {
  const file = credentialsFile(env)
  const { [url]: _, ...others } = read(file)
  const servers = credential ? { ...others, [url]: credential } : others
  return withFile(file, 'written', () => {
    makeFolderOf(file, 0o700)
    // written aside, then renamed: whoever reads meanwhile reads the whole, and an old file's looser rights do not stay
    const aside = `${file}.${process.pid}`
    rmSync(aside, { force: true })
    writeFileSync(aside, `${JSON.stringify({ servers }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(aside, 0o600)
    renameSync(aside, file)
    return file
  })
}

/** Refuses where no token can be kept, before anybody is asked for one. */
export const checkCredentials = (env: Env): void => {
  const file = credentialsFile(env)
  read(file)
  withFile(file, 'written', () => {
    makeFolderOf(file, 0o700)
    accessSync(path.dirname(file), constants.W_OK)
  })
}

function read(file: string): Record<string, Credential> {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8'))).servers
  } catch (cause) {
    // there is no such file; why it cannot be written is said where that is tried
    if (cause instanceof Error && 'code' in cause && /^ENO(ENT|TDIR)$/.test(String(cause.code))) return {}
    throw new CliError(`Couldn’t read ${file}. Delete it, then sign in again with: fanion login`, { cause })
  }
}
