alter type "PhoneCodePurpose" add value 'CALL';
