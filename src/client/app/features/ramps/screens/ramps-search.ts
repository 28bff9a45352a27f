/** What the address of the list of ramps holds: whether it shows those that are over, too, and where it goes on from. */
export type RampsSearch = { all?: true | undefined; before?: number | undefined }

/** Reads the search of the list of ramps. */
export const rampsSearch = ({ all, before }: Record<string, unknown>): RampsSearch => ({
  ...((all === true || all === 'true') && { all: true as const }),
  ...(Number.isInteger(Number(before)) && Number(before) > 0 && { before: Number(before) }),
})

/** What the address of a flag's ramp holds: the environment, and the number of the ramp where it is not the newest. */
export const flagRampSearch = ({
  env,
  run,
}: Record<string, unknown>): { env?: string | undefined; run?: number | undefined } => ({
  ...(typeof env === 'string' && { env }),
  ...(Number.isInteger(Number(run)) && Number(run) > 0 && { run: Number(run) }),
})
