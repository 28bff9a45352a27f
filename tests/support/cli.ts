import { main } from '../../src/client/cli/main.ts'

/** A developer's command in this process: its exit code, and the lines it printed, those of errors among them. */
export async function runCli(args: readonly string[], env: Record<string, string>) {
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  const code = await main(args, env, [], { log: print, error: print })
  return { code, said: said.join('\n') }
}
