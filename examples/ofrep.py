import json, os, urllib.request

url = os.environ['FANION_URL'] + '/ofrep/v1/evaluate/flags/checkout'
headers = {'Authorization': 'Bearer ' + os.environ['FANION_KEY'], 'Content-Type': 'application/json'}
body = json.dumps({'context': {'targetingKey': 'user-1'}}).encode()
with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
    print('checkout:', json.load(answer)['value'])
