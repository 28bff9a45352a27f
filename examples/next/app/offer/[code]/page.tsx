import { generatePermutations } from 'flags/next'
import { checkout, offerFlags } from '../../../offer'

export const generateStaticParams = async () =>
  (await generatePermutations(offerFlags)).map((code) => ({ code }))

export default async function Offer({ params }: { params: Promise<{ code: string }> }) {
  const { code } = await params
  return <p id="offer">offer: {String(await checkout(code, offerFlags))}</p>
}
