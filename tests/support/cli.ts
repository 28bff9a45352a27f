import { main } from '../../src/client/cli/main.ts'

/** Runs a CLI command in this process. Returns its exit code and all printed lines, including errors. */
export async function runCli(args: readonly string[], env: Record<string, string>) {
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  const code = await main(args, env, [], { log: print, error: print })
  return { code, said: said.join('\n') }
}
