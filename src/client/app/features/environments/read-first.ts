interface Choice {
  key: string
  protected: boolean
}

/**
 * The environment whose numbers are shown: the one that is named, else a protected one, since what it serves is asked about most,
 * else the first. `undefined` while there are none.
 */
export function readFirst<One extends Choice>(
  environments: readonly One[],
  named: string | undefined,
): One | undefined {
  return environments.find(({ key }) => key === named) ?? environments.find((one) => one.protected) ?? environments[0]
}
