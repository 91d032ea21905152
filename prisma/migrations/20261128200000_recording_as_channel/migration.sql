alter type "Channel" add value 'RECORDING' after 'WEB';
