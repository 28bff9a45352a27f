import { CliError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { findCredential } from './credentials.ts'
import { readDeclarations } from './read-declarations.ts'
import { shown } from './shown.ts'
import { sourceOf } from './source.ts'

/** Runs `fanion whoami`: shows the environment of a server key, or the projects of an API token. */
export async function whoami(asked: CommandInput): Promise<CommandOutput> {
  const source = sourceOf(asked)
  const { url } = source
  if ('key' in source) {
    const { project, environment, revision } = (await readDeclarations(source)).datafile
    const text = `A server key of ${project}, ${environment} (revision ${revision}), at ${url}.`
    return { text, json: { url, kind: 'server key', project, environment, revision } }
  }
  const all = await ask(url, (options) => connect(url, source.token).projects.list.query(undefined, options))
  const projects = source.project === undefined ? all : all.filter(({ key }) => key === source.project)
  if (source.project !== undefined && projects.length === 0)
    throw new CliError(`It sees no project ${shown(source.project)}.`)
  const kept = findCredential(asked.env, url)
  const isKept = kept?.token === source.token
  const who = isKept ? `Signed in as ${kept.person}` : 'An API token'
  const until = isKept && kept.expiresAt ? `, until ${kept.expiresAt.slice(0, 10)}` : ''
  const lines = projects.map(({ key, role }) => `  ${key}: ${role}`)
  return {
    text: [`${who} at ${url}${until}.`, ...(lines.length > 0 ? lines : ['  It sees no project.'])].join('\n'),
    json: {
      url,
      kind: 'API token',
      person: isKept ? kept.person : null,
      expiresAt: isKept ? kept.expiresAt : null,
      projects: projects.map(({ key, role }) => ({ key, role })),
    },
  }
}
