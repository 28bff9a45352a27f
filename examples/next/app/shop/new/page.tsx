export default function New() {
  return <p id="shop">shop: new</p>
}
