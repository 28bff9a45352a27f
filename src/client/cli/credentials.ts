import { accessSync, chmodSync, constants, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { CliError } from './cli-error.ts'
import { makeFolderOf, withFile } from './file-error.ts'

/** The token of one server, as stored by `fanion login`. */
const Credential = z.object({ token: z.string(), person: z.string(), expiresAt: z.string().nullable() })
export type Credential = z.infer<typeof Credential>

/** Credentials by server URL. */
const CredentialsFile = z.object({ servers: z.record(z.string(), Credential) })

type Env = Record<string, string | undefined>

/** Path of the credentials file: in the user’s configuration folder, by the conventions of the operating system. */
function credentialsFile(env: Env): string {
  const settings =
    env['XDG_CONFIG_HOME'] || (process.platform === 'win32' && env['APPDATA']) || path.join(os.homedir(), '.config')
  return path.join(settings, 'fanion', 'credentials.json')
}

export const findCredential = (env: Env, url: string): Credential | undefined => read(credentialsFile(env))[url]

/**
 * Stores a server’s token with permissions for the current user only. Null deletes it. Returns the path of the file.
 */
export function storeCredential(env: Env, url: string, credential: Credential | null): string {
  const file = credentialsFile(env)
  const { [url]: _, ...others } = read(file)
  const servers = credential ? { ...others, [url]: credential } : others
  return withFile(file, 'written', () => {
    makeFolderOf(file, 0o700)
    // Written to a temporary file and renamed: readers see a complete file, and looser permissions of an old file are
    // not inherited.
    const aside = `${file}.${process.pid}`
    rmSync(aside, { force: true })
    writeFileSync(aside, `${JSON.stringify({ servers }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(aside, 0o600)
    renameSync(aside, file)
    return file
  })
}

/** Throws if credentials cannot be stored, before the user is asked to sign in. */
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
    return CredentialsFile.parse(JSON.parse(readFileSync(file, 'utf8'))).servers
  } catch (cause) {
    // The file does not exist yet. If it cannot be created, the write reports why.
    if (cause instanceof Error && 'code' in cause && /^ENO(ENT|TDIR)$/.test(String(cause.code))) return {}
    throw new CliError(`Couldn’t read ${file}. Delete it, then sign in again with: fanion login`, { cause })
  }
}
