/** Completes "Bob is …", for example `editor in staging, viewer elsewhere`. */
export const membershipText = ({
  role,
  environments,
}: {
  role: string
  environments: readonly string[] | null
}): string => (environments === null ? role : `${role} in ${environments.join(', ')}, viewer elsewhere`)
