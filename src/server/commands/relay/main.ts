import { limitYoungGeneration } from './limit-young-generation.ts'

/** `fanion relay`: serves SDKs until it is stopped. */
export async function main(args: readonly string[]): Promise<void> {
  limitYoungGeneration()
  // Imported after the process restarted itself, so that modules are loaded only once.
  const { relayCommand } = await import('./relay-command.ts')
  await relayCommand(args)
}
