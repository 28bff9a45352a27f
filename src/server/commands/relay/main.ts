import { withSmallYoung } from './small-young.ts'

/** `fanion relay`: serves programs until it is told to stop. */
export async function main(args: readonly string[]): Promise<void> {
  withSmallYoung()
  // what a relay is made of is loaded once, in the program that goes on
  const { relayCommand } = await import('./relay-command.ts')
  await relayCommand(args)
}
