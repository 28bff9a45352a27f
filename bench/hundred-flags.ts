/** A flag that both Fanion and Unleash support: on for a percentage of the users in some countries. */
export type BenchFlag = {
  readonly key: string
  /** Empty: everywhere. */
  readonly countries: readonly string[]
  readonly percentage: number
}

/**
 * A hundred flags, equal in both: forty on for all users, thirty on in three countries, thirty on for half of the
 * users.
 */
export const hundredFlags: readonly BenchFlag[] = Array.from({ length: 100 }, (_, at) => ({
  key: `bench-${String(at).padStart(3, '0')}`,
  countries: at % 10 >= 4 && at % 10 < 7 ? ['NO', 'SE', 'DK'] : [],
  percentage: at % 10 >= 7 ? 50 : 100,
}))

/** Context of the evaluations, in one of the countries. */
export const benchContext = { targetingKey: 'user-1', country: 'NO', email: 'a@example.com', plan: 'gold' }
