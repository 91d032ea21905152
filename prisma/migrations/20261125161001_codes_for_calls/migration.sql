alter type "PhoneCodePurpose" add value 'CALL' after 'CONSENT';
