import { fanion } from '../../fanion'

/** Made once, when the application is built, and anew at most every second. */
export const revalidate = 1

export default async function About() {
  const { flags } = await fanion()
  return <p id="about">about: {String(flags.checkout())}</p>
}
