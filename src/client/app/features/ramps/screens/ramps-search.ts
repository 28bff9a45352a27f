/** Search parameters of the list of ramps. `all` includes ended ramps; `before` is the cursor of the next page. */
export type RampsSearch = { all?: true | undefined; before?: number | undefined }

export const rampsSearch = ({ all, before }: Record<string, unknown>): RampsSearch => ({
  ...((all === true || all === 'true') && { all: true as const }),
  ...(Number.isInteger(Number(before)) && Number(before) > 0 && { before: Number(before) }),
})

/** Search parameters of a flag’s ramp page: the environment, and the ramp’s number if it is not the newest. */
export const flagRampSearch = ({
  env,
  run,
}: Record<string, unknown>): { env?: string | undefined; run?: number | undefined } => ({
  ...(typeof env === 'string' && { env }),
  ...(Number.isInteger(Number(run)) && Number(run) > 0 && { run: Number(run) }),
})
