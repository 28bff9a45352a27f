import { parseArgs } from 'node:util'
import { check } from './check.ts'
import { CliError } from './cli-error.ts'
import { findCredential } from './credentials.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { pull } from './pull.ts'
import type { Source } from './read-declarations.ts'

const usage = `fanion login   sign in by approving a code in your browser
fanion logout  sign out and revoke the token
fanion pull    write typed declarations for your flags
fanion check   fail if they no longer match the server; for CI

  --url          server URL                 or FANION_URL; default http://127.0.0.1:4400
  --key          a server key, fan_srv_…    or FANION_KEY; default: the token from fanion login
  --project      login: limit access to this project; pull, check: the project to read
  --environment  the environment to read, when using fanion login
  --out          output file                default flags.gen.ts`

type Env = Record<string, string | undefined>
const text = { type: 'string' } as const
const options = { url: text, key: text, project: text, environment: text, out: text }
type Values = { [name in keyof typeof options]?: string }

const say = (line: string) => console.log(line)
const commands: Record<string, (url: string, values: Values, env: Env) => Promise<string>> = {
  login: (url, { project }, env) => login({ url, project, env }, say),
  logout: (url, _, env) => logout({ url, env }),
  pull: (url, values, env) => pull(sourceOf(url, values, env), values.out ?? 'flags.gen.ts'),
  check: (url, values, env) => check(sourceOf(url, values, env), values.out ?? 'flags.gen.ts'),
}

/** The commands for developers. Returns the exit code: 0 done, 1 refused with a reason, 2 not understood. */
export async function main(args: readonly string[], env: Env): Promise<number> {
  try {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [name = '', ...more] = positionals
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command || more.length > 0) throw new TypeError(`"${args.join(' ')}"`)
    const url = (values.url ?? env['FANION_URL'] ?? 'http://127.0.0.1:4400').replace(/\/+$/, '')
    say(await command(url, values, env))
    return 0
  } catch (error) {
    if (error instanceof CliError) {
      console.error(`fanion: ${error.message}`)
      return 1
    }
    if (!(error instanceof TypeError)) throw error
    console.error(`Invalid command: ${error.message}.\n\n${usage}`)
    return 2
  }
}

/** A key that was given goes before a token that was kept. */
function sourceOf(url: string, values: Values, env: Env): Source {
  const key = values.key ?? env['FANION_KEY']
  if (key) return { url, key }
  const kept = findCredential(env, url)
  if (kept) return { url, token: kept.token, project: values.project, environment: values.environment }
  throw new CliError(
    `Sign in with: fanion login --url ${url}   In CI, pass a server key with --key fan_srv_… or FANION_KEY.`,
  )
}
