interface Choice {
  key: string
  protected: boolean
}

/**
 * The environment whose numbers to show: the named one, otherwise a protected one, because its numbers matter most,
 * otherwise the first. Undefined if there are none.
 */
export function readFirst<One extends Choice>(
  environments: readonly One[],
  named: string | undefined,
): One | undefined {
  return environments.find(({ key }) => key === named) ?? environments.find((one) => one.protected) ?? environments[0]
}
